// frozen (orders): Gives a hundred thousand orders in a round
import { Dir } from "palestra/dominator";
export function play(game) {
  for (let k = 0; k < 100_000; ++k) game.command(k, Dir.Top);
}
