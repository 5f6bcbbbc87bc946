import { AppError } from '../../lib/app-error.ts'
import type { Caller } from '../callers/caller.ts'
import type { Origin } from '../callers/origin.ts'
import { verifyPassword } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'

/** Throws `wrongPassword` unless this is the caller's password; attempts are limited as at the sign-in. */
export async function requireOwnPassword(
  throttle: SignInThrottle,
  { userName }: Caller,
  { password, field, origin }: { password: string; field: string; origin: Origin },
): Promise<void> {
  const checked = await throttle.attempt({ userName, origin }, async (user) => {
    const isRight = await verifyPassword(password, user?.password_hash ?? null)
    return isRight ? { right: true } : { wrong: 'wrongPassword' }
  })
  if ('wrong' in checked) throw new AppError('wrongPassword', 'Incorrect password.', { field })
}
