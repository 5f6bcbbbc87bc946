import { createHash } from 'node:crypto'
import type { ChainCheck, ChainFault } from '@callboard/contract/change-tracking'
import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'
import type { ChainAnchor } from './chain-anchor.ts'
import {
  type ChainEnd,
  countUnsealed,
  findChainEnd,
  insertSeals,
  listNeverSealed,
  listSeals,
  lockChainEnd,
  moveChainEnd,
  takeUnsealed,
} from './store.ts'

const sealedAtOnce = 1000
const checkedAtOnce = 2000
const faultsShown = 100

/** Each seal holds the one before, its place, and all of its record. */
function hashOf(before: Uint8Array, position: number, text: string): Uint8Array {
  return createHash('sha256').update(before).update(`${position}\n`).update(text).digest()
}

/** Seals the oldest records that wait; answers the end of the chain, or undefined when nothing waited. */
export async function sealNext(db: Kysely<Database>): Promise<ChainEnd | undefined> {
  return await db.transaction().execute(async (transaction) => {
    let end = await lockChainEnd(transaction)
    const seals = []
    for (const { id, text } of await takeUnsealed(transaction, sealedAtOnce)) {
      const position = end.position + 1
      const hash = hashOf(end.hash, position, text)
      end = { position, hash }
      seals.push({ position, change_id: id, hash })
    }
    if (seals.length === 0) return undefined
    await insertSeals(transaction, seals)
    await moveChainEnd(transaction, end)
    return end
  })
}

/** Goes through the whole chain, and names each record that is not as it was sealed. */
export async function checkChain(db: Kysely<Database>, anchor: ChainAnchor): Promise<ChainCheck> {
  const [head, kept] = [await findChainEnd(db), await anchor.read()]
  const faults: ChainFault[] = []
  const walk = await walkChain(db, { until: head?.position ?? Infinity, kept, faults })
  const missed = Math.max(head?.position ?? 0, kept?.position ?? 0) - walk.end.position
  const isOther =
    missed === 0 &&
    head !== undefined &&
    Buffer.compare(walk.end.hash, head.hash) !== 0 &&
    faults.length === 0
  if (missed > 0 || isOther || walk.isKeptOther) faults.push(nameless('cut', walk.end.position + 1))
  for (const { id, table_type: tableType, record_name: recordName } of await listNeverSealed(db, faultsShown))
    faults.push({ kind: 'notSealed', position: null, changeId: id, tableType, recordName })
  return {
    isWhole: faults.length === 0,
    checked: walk.checked,
    waiting: await countUnsealed(db),
    faults: faults.slice(0, faultsShown),
    head: walk.end.position === 0 ? null : Buffer.from(walk.end.hash).toString('hex'),
  }
}

interface Walk {
  end: ChainEnd
  checked: number
  /** At its place the chain is another one than was kept outside of the database. */
  isKeptOther: boolean
}

async function walkChain(
  db: Kysely<Database>,
  { until, kept, faults }: { until: number; kept: ChainEnd | undefined; faults: ChainFault[] },
): Promise<Walk> {
  const walk: Walk = { end: { position: 0, hash: new Uint8Array(32) }, checked: 0, isKeptOther: false }
  for (;;) {
    const seals = await listSeals(db, walk.end.position, checkedAtOnce)
    for (const seal of seals) {
      if (seal.position > until) return walk
      for (let gone = walk.end.position + 1; gone < seal.position && faults.length < faultsShown; gone++)
        faults.push(nameless('removed', gone))
      const { position, change_id: changeId, text } = seal
      const isAfterGap = position !== walk.end.position + 1
      const isRight = text !== null && Buffer.compare(hashOf(walk.end.hash, position, text), seal.hash) === 0
      // Behind a gap the seal before is unknown: the record cannot be told to be another.
      if (text === null || (!isRight && !isAfterGap))
        faults.push({
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
    if (seals.length < checkedAtOnce) return walk
  }
}

function nameless(kind: ChainFault['kind'], position: number): ChainFault {
  return { kind, position, changeId: null, tableType: null, recordName: null }
}
