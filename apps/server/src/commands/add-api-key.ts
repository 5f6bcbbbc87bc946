import { RecordName } from '@callboard/contract/names'
import { z } from 'zod'
import { hashToken, newApiKey } from '../access/sign-in/tokens.ts'
import { change, systemActor } from '../db/records/change.ts'
import * as store from '../setup/store.ts'
import { getCustomerByCode } from './customer-by-code.ts'
import { type CommandContext, parseArguments } from './command.ts'

const Arguments = z.strictObject({
  customer: z.string().min(1, 'is missing'),
  name: RecordName.default('Calls in'),
})

export async function addApiKey(
  args: Record<string, string>,
  { runtime, print }: CommandContext,
): Promise<void> {
  const { customer: code, name } = parseArguments(Arguments, args)
  const { db } = runtime.postgres
  const customer = await getCustomerByCode(db, code)
  const secret = newApiKey()
  await change(db, systemActor, async (transaction) => {
    await store.insertIngestKey(transaction, { name, customerId: customer.id, secretHash: hashToken(secret) })
  })
  print(`API key of ${customer.name}, shown only once: ${secret}`)
}
