import { z } from 'zod'
import { storePassword } from '../access/new-password.ts'
import { weaknessOf } from '../access/passwords.ts'
import { foldSignInName } from '../access/sign-in-name.ts'
import { systemActor } from '../db/change.ts'
import { newPassword } from '../setup/first-start.ts'
import { type CommandContext, CommandFault, parseArguments } from './command.ts'
import { findUserByName } from './store.ts'

const Arguments = z.strictObject({
  user: z.string().min(1, 'is missing'),
  password: z.string().optional(),
})

/** Gives a user a new password, made here unless it is given, and ends their sessions. */
export async function setPassword(
  args: Record<string, string>,
  { runtime, print }: CommandContext,
): Promise<void> {
  const { user: name, password: given } = parseArguments(Arguments, args)
  const { db } = runtime.postgres
  const user = await findUserByName(db, foldSignInName(name))
  if (user === undefined) throw new CommandFault(`There is no user ${name}.`)
  const password = given ?? newPassword()
  const weakness = await weaknessOf(password)
  if (weakness !== undefined) throw new CommandFault(weakness)
  await storePassword(db, systemActor, { userId: user.id, password })
  print(
    given === undefined
      ? `New password of ${user.user_name}: ${password}`
      : `${user.user_name} has a new password.`,
  )
}
