import '@callboard/contract/issue-words'
import type { z } from 'zod'
import type { Runtime } from '../runtime.ts'

export const commandNames = [
  'import',
  'set-password',
  'add-customer',
  'add-api-key',
  'check-changes',
  'repair-calls',
  'backup',
  'health',
] as const
/** Done without an open portal: they are about other data than its own, or about a folder that has none yet. */
export const backupCommandNames = ['list-backups', 'verify-backup', 'restore'] as const
export type CommandName = (typeof commandNames)[number]
export type BackupCommandName = (typeof backupCommandNames)[number]

/** A command with its arguments by name; paths are absolute. */
export interface Command<Name extends string = CommandName> {
  name: Name
  args: Record<string, string>
}

export interface CommandContext {
  runtime: Runtime
  signal: AbortSignal
  print: (line: string) => void
  /** Overwrites the previous progress line. */
  progress: (line: string) => void
}

/** An error whose message is meant for the person who typed the command. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Throws a `CommandError` that names the first missing or invalid argument. */
export function parseArguments<T>(schema: z.ZodType<T>, args: Record<string, string>): T {
  const result = schema.safeParse(args)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new CommandError(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`)
}
