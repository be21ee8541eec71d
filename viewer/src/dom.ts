/** Small helpers to build the page. */

type Child = Node | string | null | undefined | false;
type Props = Record<string, unknown>;

/** An element; `on…` are listeners, `class`, `data-…`, `aria-…` and others are attributes. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value as EventListener);
    } else {
      element.setAttribute(name, value === true ? '' : String(value));
    }
  }
  element.append(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A sprite of the sheet; `seat` colours it. */
export function sprite(names: string[], seat: number, size = 16, box = 24): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${box} ${box}`);
  svg.setAttribute('width', `${size}`);
  svg.setAttribute('height', `${size}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', `sprite ${seat < 0 ? 'nobody' : `seat-${seat}`}`);
  for (const name of names) {
    const use = document.createElementNS(SVG, 'use');
    use.setAttribute('href', `#${name}`);
    use.setAttribute('width', `${box}`);
    use.setAttribute('height', `${box}`);
    svg.append(use);
  }
  return svg;
}

/** Strokes of the icons, 16 × 16. */
const ICONS: Record<string, string> = {
  open: 'M8 10V2M5 5l3-3 3 3M2.5 9v4.5h11V9',
  compare: 'M2 3h5v10H2zM9 3h5v10H9z',
  share: 'M6.5 9.5l3-3M7 5l2-2a2.8 2.8 0 0 1 4 4l-2 2M9 11l-2 2a2.8 2.8 0 0 1-4-4l2-2',
  save: 'M8 2v8M5 7l3 3 3-3M2.5 10.5v3h11v-3',
  full: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  theme: 'M8 2.2a5.8 5.8 0 1 0 0 11.6zM8 2.2a5.8 5.8 0 0 1 0 11.6',
  help: 'M5.6 6a2.4 2.4 0 1 1 3.6 2c-.8.5-1.2.9-1.2 1.8M8 12.6v.2',
  first: 'M3.5 3v10M12.5 3.5 7 8l5.5 4.5',
  back: 'M10.5 3.5 5 8l5.5 4.5',
  on: 'M5.5 3.5 11 8l-5.5 4.5',
  last: 'M12.5 3v10M3.5 3.5 9 8l-5.5 4.5',
  play: 'M4.5 2.8 12.5 8l-8 5.2z',
  pause: 'M5 3v10M11 3v10',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  fit: 'M2.5 2.5h11v11h-11zM8 5v6M5 8h6',
  follow: 'M8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M2.5 8.5 6 12l7.5-8',
  cross: 'M4 4l8 8M12 4l-8 8',
  warn: 'M8 2 14.5 13.5h-13zM8 6.5v3.4M8 11.6v.2',
  menu: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  spark: 'M8 2 9.5 6.5 14 8 9.5 9.5 8 14 6.5 9.5 2 8 6.5 6.5z',
  lang: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3 14 14',
  dot: 'M8 7v2M7 8h2',
};
const SOLID = new Set(['play']);

export function icon(name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name] ?? ICONS.dot!);
  path.setAttribute('fill', SOLID.has(name) ? 'currentColor' : 'none');
  svg.append(path);
  return svg;
}

export function clear(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((c): c is Node | string => Boolean(c)));
}

/** Numbers as people read them: thin spaces between thousands. */
export function number(value: number, digits = 0): string {
  const [whole, rest] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole!.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return `${value < 0 ? '\u2212' : ''}${grouped}${rest ? `.${rest}` : ''}`;
}

/** Copies a text; false where the browser does not let the page do that. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Pages without TLS and frames without the permission have no clipboard of their own.
  }
  const field = h('textarea', { class: 'unseen', readonly: true, 'aria-hidden': 'true' });
  field.value = text;
  const focused = document.activeElement;
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

/** Saves bytes as a file. */
export function download(name: string, data: Blob): void {
  const url = URL.createObjectURL(data);
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
