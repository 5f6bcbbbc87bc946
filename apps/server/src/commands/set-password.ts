import { z } from 'zod'
import { updatePassword, weaknessFor } from '../access/sign-in/new-password.ts'
import { foldSignInName } from '../access/sign-in/sign-in-name.ts'
import { systemActor } from '../db/records/change.ts'
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
  const weakness = given === undefined ? undefined : await weaknessFor(db, user, given)
  if (weakness !== undefined) throw new CommandError(weakness)
  await updatePassword(
    db,
    { actor: systemActor, log: runtime.log, origin: null },
    { userId: user.id, password },
  )
  print(
    given === undefined
      ? `New password of ${user.userName}: ${password}`
      : `${user.userName} has a new password.`,
  )
}
