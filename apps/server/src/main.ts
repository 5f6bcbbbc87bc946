import { env } from 'node:process'
import { type Command, CommandError, commandNames, type CommandName } from './commands/command.ts'
import { runCommand } from './commands/commands.ts'
import { forwardCommand } from './commands/control.ts'
import { readCommand, usage } from './commands/read-command.ts'
import { putLossAside } from './commands/repair-calls.ts'
import { serve } from './commands/serve.ts'
import { shutdownSignal } from './commands/shutdown-signal.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DataDirInUse, StartError } from './lib/data-dir.ts'
import { createLog } from './lib/log.ts'
import { openRuntime } from './runtime.ts'
import { migrate, openStores } from './stores.ts'

// What the portal writes is nobody else's to read, also where a library creates the file.
process.umask(0o077)
try {
  await main(process.argv.slice(2))
  // The embedded databases have threads of their own, which would keep the process alive.
  process.exit(0)
} catch (error) {
  process.exit(explain(error))
}

async function main([name = 'serve', ...args]: string[]): Promise<void> {
  const config = readConfig(env)
  if (name === 'serve') return await serve(config)
  if (name === 'migrate') return await migrateCommand(config)
  const known = commandNames.find((one): one is CommandName => one === name)
  if (known === undefined) throw new CommandError(usage)
  await runOrForward(config, readCommand(known, args))
}

async function migrateCommand(config: Config): Promise<void> {
  const stores = await openStores(config)
  const done = await migrate(stores)
  await stores.close()
  console.log(done.length === 0 ? 'The schemas are up to date.' : `Done: ${done.join(', ')}.`)
}

/** Runs a command in the portal that is running on this data folder, or in this process when there is none. */
async function runOrForward(config: Config, command: Command): Promise<void> {
  const isTerminal = process.stdout.isTTY
  let hasProgress = false
  const output = {
    print(line: string) {
      if (hasProgress) process.stdout.write('\n')
      hasProgress = false
      console.log(line)
    },
    progress(line: string) {
      if (!isTerminal) return
      process.stdout.write(`\r\x1b[K${line}`)
      hasProgress = true
    },
  }
  if (await forwardCommand(config.dataDir, command, output)) return
  if (command.name === 'repair-calls') await putLossAside(config.dataDir, (line) => output.print(line))
  const runtime = await openRuntime(config, createLog(config.logLevel))
  try {
    await runCommand(command, { runtime, signal: shutdownSignal(), ...output })
  } finally {
    await runtime.close()
  }
}

/** Prints one sentence for what the user can fix, and the whole error for a bug. Returns the exit code. */
function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof CommandError || error instanceof StartError) {
    console.error(error.message)
    if (env['LOG_LEVEL'] === 'debug') console.error(error)
    return error instanceof DataDirInUse ? 3 : 2
  }
  console.error(error)
  return 1
}
