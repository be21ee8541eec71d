/** The address of the viewer's page. */
export declare const page: URL;

/** Puts a match (the bytes of a .match or .res file) into the HTML of the page. */
export declare function withMatch(html: string, name: string, bytes: Uint8Array): string;

/** Shows a match in an <iframe> whose `src` is the page, on the same site. */
export declare function show(
  frame: HTMLIFrameElement,
  name: string,
  bytes: Uint8Array,
): Promise<void>;
