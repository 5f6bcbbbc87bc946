import { z } from 'zod'
import { updatePassword } from '../access/new-password.ts'
import { weaknessOf } from '../access/passwords.ts'
import { foldSignInName } from '../access/sign-in-name.ts'
import { systemActor } from '../db/change.ts'
import { generatePassword } from '../setup/first-start.ts'
import { type CommandContext, CommandError, parseArguments } from './command.ts'
import * as store from './store.ts'

const Arguments = z.strictObject({
  user: z.string().min(1, 'is missing'),
  password: z.string().optional(),
})

/** Sets a password, a random one unless it is given, and ends the user's sessions. */
export async function setPassword(
  args: Record<string, string>,
  { runtime, print }: CommandContext,
): Promise<void> {
  const { user: name, password: given } = parseArguments(Arguments, args)
  const { db } = runtime.postgres
  const user = await store.selectUserByName(db, foldSignInName(name))
  if (user === undefined) throw new CommandError(`There is no user ${name}.`)
  const password = given ?? generatePassword()
  const weakness = await weaknessOf(password)
  if (weakness !== undefined) throw new CommandError(weakness)
  await updatePassword(
    db,
    { actor: systemActor, log: runtime.log, origin: null },
    { userId: user.id, password },
  )
  print(
    given === undefined
      ? `New password of ${user.user_name}: ${password}`
      : `${user.user_name} has a new password.`,
  )
}
