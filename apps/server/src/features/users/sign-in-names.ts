import type { Transaction } from 'kysely'
import { foldSignInName } from '../../access/sign-in-name.ts'
import type { Database } from '../../db/schema.ts'
import { AppError } from '../../lib/app-error.ts'
import { replaceSignInNames } from './names-store.ts'

/**
 * Lets a user sign in by these names and no others. Throws `userNameTaken` under the field whose name is somebody
 * else's, be it as user name or as e-mail address, and also of a deleted user.
 */
export async function takeNames(
  transaction: Transaction<Database>,
  { id, user_name: userName, email }: { id: string; user_name: string; email: string | null },
): Promise<void> {
  const folded = foldSignInName(userName)
  const names = new Set(email === null ? [folded] : [folded, foldSignInName(email)])
  const taken = await replaceSignInNames(transaction, { userId: id, names: [...names] })
  if (taken.length === 0) return
  const isUserName = taken.includes(folded)
  const what = isUserName ? `The user name ${userName}` : `The e-mail address ${email ?? ''}`
  throw new AppError('userNameTaken', `${what} is taken.`, { field: isUserName ? 'userName' : 'email' })
}
