import type { Config } from '../../config.ts'

/** Folders of files beside the databases, by their names in a data folder; undefined for one that is there. */
export function fileFolders({
  exports,
  deliveries,
  importsDir: imports,
  recordings,
}: Config): Record<string, string | undefined> {
  const all = Object.entries({ exports, deliveries, recordings }).flatMap(
    ([name, place]): [string, string | undefined][] =>
      place !== undefined && 'address' in place ? [] : [[name, place?.folder]],
  )
  return { ...Object.fromEntries(all), imports }
}
