import type { FirstSteps } from '@callboard/contract/first-steps'
import type { CallStore } from '../../db/calls/call-store.ts'
import type { Snapshots } from '../../db/calls/snapshots.ts'
import type { Db } from '../../db/tables/schema.ts'
import * as store from './first-steps-store.ts'

export interface FirstStepsParts {
  db: Db
  calls: CallStore
  snapshots: Snapshots
}

/** How far a new portal is on the way to its first call. */
export async function getFirstSteps({ db, calls, snapshots }: FirstStepsParts): Promise<FirstSteps> {
  const [begun, call] = await Promise.all([
    store.selectBegun(db),
    store.selectAnyCall(calls, await snapshots.published()),
  ])
  if (call === undefined) return { ...begun, call: null }
  const { customerId, ...shown } = call
  return { ...begun, call: { ...shown, customerName: await store.selectCustomerName(db, customerId) } }
}
