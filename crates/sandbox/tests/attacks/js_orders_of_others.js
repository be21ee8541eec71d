// harmless: gives orders to the units of all other players
import { Dir } from "palestra/dominator";
export function play(game) {
  for (const unit of game.units) if (unit.player !== 0) game.command(unit.id, Dir.Top);
}
