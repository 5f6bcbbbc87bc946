import type { z } from 'zod'
import type { Runtime } from '../runtime.ts'

export const commandNames = [
  'import',
  'set-password',
  'add-customer',
  'add-api-key',
  'check-changes',
] as const
export type CommandName = (typeof commandNames)[number]

/** A command as it is typed, its arguments by name; paths are absolute. */
export interface Command {
  name: CommandName
  args: Record<string, string>
}

export interface CommandContext {
  runtime: Runtime
  signal: AbortSignal
  print: (line: string) => void
  /** Overwrites the last such line. */
  progress: (line: string) => void
}

/** What the person who typed the command has to know, in one sentence. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault'
}

/** Arguments by their schema; a missing or wrong one is a fault that names it. */
export function parseArguments<T>(schema: z.ZodType<T>, args: Record<string, string>): T {
  const result = schema.safeParse(args)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new CommandFault(`--${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`)
}
