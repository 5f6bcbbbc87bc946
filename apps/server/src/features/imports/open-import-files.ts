import { join } from 'node:path'
import type { Db } from '../../db/tables/schema.ts'
import { type FilesPlace, openFilesPlace } from '../../lib/outside/files-place.ts'
import { openBucketOfImports } from './bucket-of-imports.ts'
import { type ImportFiles, openFolderOfImports } from './import-files.ts'

/** In the place that the configuration names, or in a folder of the data folder. */
export async function openImportFiles({
  place,
  db,
  dataDir,
}: {
  place: FilesPlace | undefined
  db: Db
  dataDir: string
}): Promise<ImportFiles> {
  const earlier = join(dataDir, 'imports')
  if (place === undefined) return await openFolderOfImports(earlier)
  const store = await openFilesPlace(place, join(dataDir, 'imports-to-send'))
  if ('folder' in place) return await openFolderOfImports(place.folder)
  return await openBucketOfImports({ db, store, copies: join(dataDir, 'imports-to-read'), earlier })
}
