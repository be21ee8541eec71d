/** What each key does. */

export type Act =
  | 'toggle' | 'on' | 'back' | 'on10' | 'back10' | 'first' | 'last' | 'faster' | 'slower'
  | 'next-mark' | 'previous-mark' | 'series' | 'zoom-in' | 'zoom-out' | 'fit' | 'follow'
  | 'unselect' | 'more-marks' | 'open' | 'compare' | 'share' | 'full' | 'theme' | 'help'
  | 'tab-0' | 'tab-1' | 'tab-2' | 'tab-3'
  | 'cursor-up' | 'cursor-down' | 'cursor-left' | 'cursor-right' | 'pick';

export interface Press {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const PLAIN: Record<string, Act> = {
  ' ': 'toggle', k: 'toggle', ArrowRight: 'on', ArrowLeft: 'back', Home: 'first', End: 'last',
  PageDown: 'on10', PageUp: 'back10', '>': 'faster', '.': 'faster', '<': 'slower', ',': 'slower',
  ']': 'next-mark', '[': 'previous-mark', s: 'series', '+': 'zoom-in', '=': 'zoom-in',
  '-': 'zoom-out', '0': 'fit', u: 'follow', Escape: 'unselect', m: 'more-marks', o: 'open',
  c: 'compare', l: 'share', f: 'full', t: 'theme', '?': 'help',
  '1': 'tab-0', '2': 'tab-1', '3': 'tab-2', '4': 'tab-3',
};
const ON_BOARD: Record<string, Act> = {
  ArrowUp: 'cursor-up', ArrowDown: 'cursor-down', ArrowLeft: 'cursor-left',
  ArrowRight: 'cursor-right', Enter: 'pick',
};

/** The act of a key; null when the key is not ours. */
export function actOf(press: Press, onBoard: boolean): Act | null {
  if (press.ctrlKey || press.metaKey || press.altKey) return null;
  if (onBoard && !press.shiftKey && ON_BOARD[press.key]) return ON_BOARD[press.key]!;
  if (press.shiftKey && press.key === 'ArrowRight') return 'on10';
  if (press.shiftKey && press.key === 'ArrowLeft') return 'back10';
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  return PLAIN[key] ?? null;
}
