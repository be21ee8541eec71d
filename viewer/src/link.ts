/** What a link remembers: `#round=128&cell=25,15&theme=light…`. */

export interface Place {
  round?: number;
  cell?: [number, number];
  theme?: 'dark' | 'light';
  lang?: string;
  speed?: number;
  open?: string;
}

function number(text: string | null): number | undefined {
  if (text === null || !/^-?\d{1,7}(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}

export function readPlace(hash: string): Place {
  const asked = new URLSearchParams(hash.replace(/^[#?]/, ''));
  const place: Place = {};
  const round = number(asked.get('round'));
  if (round !== undefined) place.round = round;
  const cell = /^(-?\d{1,6}),(-?\d{1,6})$/.exec(asked.get('cell') ?? '');
  if (cell) place.cell = [Number(cell[1]), Number(cell[2])];
  const theme = asked.get('theme');
  if (theme === 'dark' || theme === 'light') place.theme = theme;
  const lang = asked.get('lang');
  if (lang) place.lang = lang;
  const speed = number(asked.get('speed'));
  if (speed !== undefined) place.speed = speed;
  const open = asked.get('open');
  if (open) place.open = open;
  return place;
}

/** What the part of the address behind `?` says, then the part behind `#`, which wins. */
export function placeOf(address: { search: string; hash: string }): Place {
  return { ...readPlace(address.search), ...readPlace(address.hash) };
}

/** Where a link's `open` leads: an address of this site, or a reason why it is not followed. */
export function target(open: string, here: string): URL | 'elsewhere' | 'disk' | 'nonsense' {
  const base = new URL(here);
  if (!URL.canParse(open, base)) return 'nonsense';
  const address = new URL(open, base);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') return 'disk';
  return address.origin === base.origin && !address.username ? address : 'elsewhere';
}

export function writePlace(place: Place): string {
  const parts: string[] = [];
  if (place.open) parts.push(`open=${encodeURIComponent(place.open)}`);
  if (place.round !== undefined) parts.push(`round=${place.round}`);
  if (place.cell) parts.push(`cell=${place.cell.join(',')}`);
  if (place.theme) parts.push(`theme=${place.theme}`);
  if (place.lang) parts.push(`lang=${place.lang}`);
  if (place.speed !== undefined) parts.push(`speed=${place.speed}`);
  return `#${parts.join('&')}`;
}
