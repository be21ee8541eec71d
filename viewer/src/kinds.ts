/** The fixed words of scenes, made from `crates/engine/src/scene/kinds.rs`: do not edit.
 * `PALESTRA_BLESS=1 cargo test -p engine typescript` writes this file. */

export const EventKind = [
  'hit', 'taken', 'dead', 'reborn', 'conquest', 'shot', 'bonus', 'infected', 'refused',
] as const;
export type EventKind = (typeof EventKind)[number];

export const Lane = ['taken', 'conquest', 'kill', 'bonus'] as const;
export type Lane = (typeof Lane)[number];

export const MarkKind = ['taken', 'conquest', 'kill', 'bonus', 'freeze', 'lead'] as const;
export type MarkKind = (typeof MarkKind)[number];

export const AreaKind = ['haunting', 'city', 'reach'] as const;
export type AreaKind = (typeof AreaKind)[number];

export const Tag = [
  'hit', 'reborn', 'taken', 'active', 'infected', 'immune', 'masked', 'hungry', 'frozen',
] as const;
export type Tag = (typeof Tag)[number];

export const GroundKind = [
  'plain', 'wall', 'road', 'water', 'station', 'city', 'path', 'out',
] as const;
export type GroundKind = (typeof GroundKind)[number];
