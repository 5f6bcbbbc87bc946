import { CustomerCode } from '@callboard/contract/customers'
import { textLimits } from '@callboard/contract/limits'
import { Currency, TimeZone } from '@callboard/contract/scalars'
import { z } from 'zod'
import { change, systemActor } from '../db/change.ts'
import { type CommandContext, CommandFault, parseArguments } from './command.ts'
import { insertCustomer } from './store.ts'

const Arguments = z.strictObject({
  code: CustomerCode,
  name: z.string().min(1, 'is missing').max(textLimits.customerName),
  timezone: TimeZone,
  currency: Currency.default('USD'),
  /** Country of numbers without a country code. */
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
      await insertCustomer(transaction, { code, name, timeZone: timezone, currency, country }),
  )
  if (!isNew) throw new CommandFault(`There is a customer with the code ${code} already.`)
  print(`Customer ${name} (${code}) has been added.`)
}
