// frozen (orders): gives 5,000 orders in a round
import { Dir } from "palestra/dominator";
export function play(game) {
  for (let k = 0; k < 5000; ++k) game.command(k, Dir.Top);
}
