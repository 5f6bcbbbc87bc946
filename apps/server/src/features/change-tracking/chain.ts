import { createHash } from 'node:crypto'
import type { ChainCheck, ChainError } from '@callboard/contract/change-tracking'
import type { Db } from '../../db/tables/schema.ts'
import type { ChainAnchor } from './chain-anchor.ts'
import * as store from './store.ts'

const sealBatchSize = 1000
const checkBatchSize = 2000
const maxErrors = 100

/** A seal covers the one before it, its position, and the whole of its record. */
function hashOf(before: Uint8Array, position: number, text: string): Uint8Array {
  return createHash('sha256').update(before).update(`${position}\n`).update(text).digest()
}

/** Seals the oldest records that wait for it. Answers the new end of the chain; undefined when none waited. */
export async function sealNext(db: Db): Promise<store.ChainEnd | undefined> {
  return await db.transaction().execute(async (transaction) => {
    let end = await store.lockChainEnd(transaction)
    const seals = []
    for (const { id, text } of await store.deleteUnsealed(transaction, sealBatchSize)) {
      const position = end.position + 1
      const hash = hashOf(end.hash, position, text)
      end = { position, hash }
      seals.push({ position, change_id: id, hash })
    }
    if (seals.length === 0) return undefined
    await store.insertSeals(transaction, seals)
    await store.updateChainEnd(transaction, end)
    return end
  })
}

/** Checks the whole chain, and names each record that is not as it was sealed. */
export async function checkChain(db: Db, anchor: ChainAnchor): Promise<ChainCheck> {
  const [head, kept] = [await store.selectChainEnd(db), await anchor.read()]
  const errors: ChainError[] = []
  const walk = await walkChain(db, { until: head?.position ?? Infinity, kept, errors })
  const missed = Math.max(head?.position ?? 0, kept?.position ?? 0) - walk.end.position
  const isOther =
    missed === 0 &&
    head !== undefined &&
    Buffer.compare(walk.end.hash, head.hash) !== 0 &&
    errors.length === 0
  if (missed > 0 || isOther || walk.isKeptOther) errors.push(unnamedError('cut', walk.end.position + 1))
  for (const { id, table_type: tableType, record_name: recordName } of await store.selectNeverSealed(
    db,
    maxErrors,
  ))
    errors.push({ kind: 'notSealed', position: null, changeId: id, tableType, recordName })
  return {
    isWhole: errors.length === 0,
    checked: walk.checked,
    waiting: await store.countUnsealed(db),
    errors: errors.slice(0, maxErrors),
    head: walk.end.position === 0 ? null : Buffer.from(walk.end.hash).toString('hex'),
  }
}

interface Walk {
  end: store.ChainEnd
  checked: number
  /** The chain differs from the end that was kept outside the database. */
  isKeptOther: boolean
}

async function walkChain(
  db: Db,
  { until, kept, errors }: { until: number; kept: store.ChainEnd | undefined; errors: ChainError[] },
): Promise<Walk> {
  const walk: Walk = { end: { position: 0, hash: new Uint8Array(32) }, checked: 0, isKeptOther: false }
  for (;;) {
    const seals = await store.selectSeals(db, walk.end.position, checkBatchSize)
    for (const seal of seals) {
      if (seal.position > until) return walk
      for (let gone = walk.end.position + 1; gone < seal.position && errors.length < maxErrors; gone++)
        errors.push(unnamedError('removed', gone))
      const { position, change_id: changeId, text } = seal
      const isAfterGap = position !== walk.end.position + 1
      const isRight = text !== null && Buffer.compare(hashOf(walk.end.hash, position, text), seal.hash) === 0
      // After a gap the seal before is unknown, and so is whether the record was changed.
      if (text === null || (!isRight && !isAfterGap))
        errors.push({
          kind: text === null ? 'removed' : 'changed',
          position,
          changeId,
          tableType: seal.table_type,
          recordName: seal.record_name,
        })
      walk.end = { position, hash: seal.hash }
      walk.checked++
      if (kept?.position === position && Buffer.compare(kept.hash, seal.hash) !== 0) walk.isKeptOther = true
    }
    if (seals.length < checkBatchSize) return walk
  }
}

function unnamedError(kind: ChainError['kind'], position: number): ChainError {
  return { kind, position, changeId: null, tableType: null, recordName: null }
}
