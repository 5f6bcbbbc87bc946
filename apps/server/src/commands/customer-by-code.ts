import type { Db } from '../db/tables/schema.ts'
import { findCustomerByCode } from '../features/customers/customers.ts'
import { CommandError } from './command.ts'
import * as store from './store.ts'

export async function getCustomerByCode(db: Db, code: string) {
  const customer = await findCustomerByCode(db, code)
  if (customer !== undefined) return customer
  const codes = await store.selectCustomerCodes(db)
  const known =
    codes.length === 0 ? 'There are none yet: npm run add-customer' : `There are: ${codes.join(', ')}`
  throw new CommandError(`There is no customer with the code ${code}. ${known}.`)
}
