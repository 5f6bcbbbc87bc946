import type { Body } from '@callboard/contract/endpoint'
import {
  type guessMapping,
  Mapping,
  type MappingGuess,
  type MappingPreview,
  type MappingSample,
  type previewMapping,
  sampleBytesLimit,
  type saveSourceMapping,
  type SourceMapping,
  workbookBytesLimit,
} from '@callboard/contract/mappings'
import { changeBy } from '../../access/callers/actor.ts'
import type { Caller } from '../../access/callers/caller.ts'
import type { Db } from '../../db/tables/schema.ts'
import { AppError, orNotFound } from '../../lib/app-error.ts'
import { assembleAgain } from './event-store.ts'
import { loadSource } from './sources.ts'
import * as store from './mapping-store.ts'
import type { MappingThread } from './mapped/mapping-worker.ts'
import { lockSource, selectSource } from './store.ts'

interface SampleParts {
  db: Db
  thread: MappingThread
}

/** Throws `invalid` where nothing can be read of the sample, with the reason. */
export async function guessFromSample(
  { db, thread }: SampleParts,
  _caller: Caller,
  { sample, sourceId }: Body<typeof guessMapping>,
): Promise<MappingGuess> {
  const { context } = orNotFound(await loadSource(db, sourceId))
  return await thread.guess({ ...bytesOf(sample), facts: context })
}

export async function previewOfSample(
  { db, thread }: SampleParts,
  _caller: Caller,
  { sample, mapping, sourceId }: Body<typeof previewMapping>,
): Promise<MappingPreview> {
  const { context } = orNotFound(await loadSource(db, sourceId))
  return await thread.preview({ ...bytesOf(sample), mapping, source: context })
}

function bytesOf({ base64, isCut }: MappingSample): { bytes: Uint8Array; isCut: boolean } {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const limit = isZip ? workbookBytesLimit : sampleBytesLimit
  if (bytes.length <= limit) return { bytes, isCut }
  throw new AppError('payloadTooLarge', `A sample has at most ${limit >> 20} MB.`, { field: 'sample' })
}

export async function getMapping(
  db: Db,
  _caller: Caller,
  { id, version }: { id: string; version?: number | undefined },
): Promise<SourceMapping> {
  orNotFound(await selectSource(db, id))
  const saved = await store.selectMapping(db, { sourceId: id, version })
  if (version !== undefined) orNotFound(saved)
  const versions = await store.selectVersions(db, id)
  return {
    version: saved?.version ?? null,
    mapping: saved === undefined ? null : Mapping.parse(saved.mapping),
    versions: versions.map(({ createdAt, ...one }) => ({ ...one, createdAt: createdAt.toISOString() })),
  }
}

/** Throws `invalid` for a source of another kind, and `conflict` where somebody has saved one since. */
export async function saveMapping(
  db: Db,
  caller: Caller,
  { id, mapping, after }: Body<typeof saveSourceMapping> & { id: string },
): Promise<SourceMapping> {
  return await changeBy(db, caller, async (transaction) => {
    const { kind, name } = orNotFound(await lockSource(transaction, id))
    if (kind !== 'mapped')
      throw new AppError(
        'invalid',
        'The portal knows how calls of this source are read: it needs no mapping.',
      )
    const [newest] = await store.selectVersions(transaction, id)
    const before = newest?.version ?? 0
    if (after !== undefined && after !== before)
      throw new AppError(
        'conflict',
        'Somebody has saved another version of the mapping. Load the page again.',
      )
    await store.insertMapping(transaction, { id, name }, { mapping, before, userId: caller.userId })
    await assembleAgain(transaction, id)
    return await getMapping(transaction, caller, { id })
  })
}
