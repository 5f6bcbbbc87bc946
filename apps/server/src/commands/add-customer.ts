import { CustomerCode } from '@callboard/contract/customers'
import { textLimits } from '@callboard/contract/limits'
import { nameOf } from '@callboard/contract/names'
import { Currency, TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { change, systemActor } from '../db/records/change.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'
import * as store from './store.ts'

const Arguments = z.strictObject({
  code: CustomerCode,
  name: nameOf(textLimits.customerName),
  timezone: TimeZone,
  currency: Currency.default('USD'),
  /** Of numbers without a calling code. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'is a country code such as US')
    .default('US'),
})

export async function addCustomer(
  args: Record<string, string>,
  { runtime, print }: CommandContext,
): Promise<void> {
  const { code, name, timezone, currency, country } = parseArguments(Arguments, args)
  const isNew = await change(
    runtime.postgres.db,
    systemActor,
    async (transaction) =>
      await store.insertCustomer(transaction, { code, name, timeZone: timezone, currency, country }),
  )
  if (!isNew) throw new CommandError(`There is already a customer with the code ${code}.`)
  print(`Customer ${name} (${code}) has been added.`)
}
