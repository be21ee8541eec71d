// The smallest player: it gives no orders.

// Variables of the file last the whole match.

/**
 * Called once a round: look around and give your orders.
 * @param {import("palestra/battle-royale").Game} game
 */
export function play(game) {
}
