import { join } from 'node:path'
import { findPasswordWeakness, type PasswordOwner } from '@callboard/contract/passwords'
import { Piscina } from 'piscina'
import { BoundedQueue } from '../../lib/bounded-queue.ts'
import type { CommonPattern, StrengthTask } from './password-strength-thread.ts'
import { threadEnv } from '../../lib/thread-env.ts'

/** Why a password is too weak, and what to do; undefined when it is not. */
export async function weaknessOf(password: string, owner: PasswordOwner): Promise<string | undefined> {
  const weakness = findPasswordWeakness(password, owner)
  if (weakness !== undefined) return weakness.text
  const patterns = await findCommonPatterns({
    password: password.normalize('NFKC'),
    ownerWords: wordsOf(owner),
  })
  return patterns && `This password is easy to guess: ${reason(patterns)} ${advice}`
}

const advice = 'Choose several unrelated words, or let a password manager create one.'

/** To load the dictionaries takes half a second and 100 MB, so they are loaded with the first password, and not kept for long. */
const pool = new Piscina<StrengthTask, CommonPattern[] | undefined>({
  filename: join(import.meta.dirname, 'password-strength-thread.ts'),
  name: 'evaluatePassword',
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
  env: threadEnv(),
}).on('error', () => undefined)
const queue = new BoundedQueue({ concurrency: 1, waiting: 50 })

/** In a thread of its own: it takes up to some tenths of a second, in which nobody else would be answered. */
async function findCommonPatterns(task: StrengthTask): Promise<CommonPattern[] | undefined> {
  return await queue.run(async () => await pool.run(task))
}

function wordsOf(owner: PasswordOwner): string[] {
  const names = Object.values(owner).filter((name) => typeof name === 'string')
  return names.flatMap((name) => [name, ...name.split(/[^\p{L}\p{N}]+/u)]).filter((word) => word.length > 2)
}

const named = {
  ownWord: 'your name, your company or the name of the portal',
  commonWord: 'common words or passwords',
  keyboard: 'keys next to each other',
  repetition: 'repetitions',
  sequence: 'a sequence such as 1234',
  date: 'a date or a year',
} as const satisfies Record<CommonPattern, string>

function reason(patterns: readonly CommonPattern[]): string {
  const parts = patterns.map((pattern) => named[pattern])
  const last = parts.pop()
  if (last === undefined) return 'it follows a common pattern.'
  return `it is little more than ${parts.length === 0 ? last : `${parts.join(', ')} and ${last}`}.`
}
