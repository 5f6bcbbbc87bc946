import { env } from 'node:process'
import { type Command, CommandFault, commandNames, type CommandName } from './commands/command.ts'
import { runCommand } from './commands/commands.ts'
import { askRunningPortal } from './commands/control.ts'
import { stopAsked } from './commands/stop-asked.ts'
import { readCommand, usage } from './commands/read-command.ts'
import { serve } from './commands/serve.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DataDirTaken, StartError } from './lib/data-dir.ts'
import { createLog } from './lib/log.ts'
import { migrate, openRuntime, openStores } from './runtime.ts'

try {
  await main(process.argv.slice(2))
  // What is embedded keeps threads of its own, which end with the process.
  process.exit(0)
} catch (error) {
  process.exit(explain(error))
}

async function main([name = 'serve', ...args]: string[]): Promise<void> {
  const config = readConfig(env)
  if (name === 'serve') return await serve(config)
  if (name === 'migrate') return await migrateCommand(config)
  const known = commandNames.find((one): one is CommandName => one === name)
  if (known === undefined) throw new CommandFault(usage)
  await runTyped(config, readCommand(known, args))
}

async function migrateCommand(config: Config): Promise<void> {
  const stores = await openStores(config)
  const done = await migrate(stores)
  await stores.close()
  console.log(done.length === 0 ? 'The schemas are up to date.' : `Done: ${done.join(', ')}.`)
}

/** In this process when the data folder is free, else by the portal that holds it. */
async function runTyped(config: Config, command: Command): Promise<void> {
  const isTerminal = process.stdout.isTTY
  let hasProgress = false
  const tell = {
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
  if (await askRunningPortal(config.dataDir, command, tell)) return
  const runtime = await openRuntime(config, createLog(config.logLevel))
  const stopped = new AbortController()
  void stopAsked().then(() => stopped.abort())
  try {
    await runCommand(command, { runtime, signal: stopped.signal, ...tell })
  } finally {
    await runtime.close()
  }
}

/** One clear sentence for what a person can mend, everything for a bug. */
function explain(error: unknown): number {
  if (error instanceof ConfigError || error instanceof CommandFault || error instanceof StartError) {
    console.error(error.message)
    if (env['LOG_LEVEL'] === 'debug') console.error(error)
    return error instanceof DataDirTaken ? 3 : 2
  }
  console.error(error)
  return 1
}
