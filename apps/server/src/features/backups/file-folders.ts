import type { Config } from '../../config.ts'

/** Folders of files beside the databases, by their names in a data folder; undefined for one that is there. */
export function fileFolders({
  exports,
  deliveries,
  imports,
  recordings,
}: Config): Record<string, string | undefined> {
  const all = Object.entries({ exports, deliveries, imports, recordings }).flatMap(
    ([name, place]): [string, string | undefined][] =>
      place !== undefined && 'address' in place ? [] : [[name, place?.folder]],
  )
  return Object.fromEntries(all)
}
