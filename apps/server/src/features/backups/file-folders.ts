import type { Config } from '../../config.ts'

/** Folders of files beside the databases, by their names in a data folder; undefined for one that is there. */
export function fileFolders(config: Config): Record<string, string | undefined> {
  const { exportsDir: exports, deliveriesDir: deliveries, importsDir: imports, recordings } = config
  return {
    exports,
    deliveries,
    imports,
    ...(recordings === undefined || 'folder' in recordings ? { recordings: recordings?.folder } : {}),
  }
}
