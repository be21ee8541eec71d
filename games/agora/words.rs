//! What Agora says to people, in English (the key), Catalan and Spanish.

use engine::say::Row;

/// Every text of scenes and inspector.
pub const WORDS: &[Row] = &[
    ["Score", "Punts", "Puntos"],
    ["Stalls", "Parades", "Puestos"],
    ["Coins", "Monedes", "Monedas"],
    ["Trade", "Ofici", "Oficio"],
    ["Bids", "Ofertes", "Ofertas"],
    ["Stalls sold", "Parades venudes", "Puestos vendidos"],
    ["Coins paid", "Monedes pagades", "Monedas pagadas"],
    ["Owner", "Propietari", "Propietario"],
    ["Price", "Preu", "Precio"],
    ["Number", "Número", "Número"],
    ["Cell", "Casella", "Casilla"],
    ["row {}, column {}", "fila {}, columna {}", "fila {}, columna {}"],
    ["nobody", "ningú", "nadie"],
    ["bread", "pa", "pan"],
    ["oil", "oli", "aceite"],
    ["wine", "vi", "vino"],
    ["cloth", "roba", "tela"],
    ["paving", "empedrat", "empedrado"],
    ["bid {} for {}", "ofereix {} per {}", "ofrece {} por {}"],
    ["somebody bid more", "algú ha ofert més", "alguien ofreció más"],
    ["somebody bid the same", "algú ha ofert el mateix", "alguien ofreció lo mismo"],
    ["goes to {} for {}", "és per a {} per {}", "es para {} por {}"],
    [
        "The trades and scores of the others were secret.",
        "Els oficis i els punts dels altres eren secrets.",
        "Los oficios y los puntos de los demás eran secretos.",
    ],
];
