// The smallest player: it gives no orders.

// Variables of the file last the whole match.

/**
 * Called once a round: look around and give your orders.
 * @param {import("palestra/pandemic").Game} game
 */
export function play(game) {
}
