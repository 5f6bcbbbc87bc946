import { env } from 'node:process'
import {
  type BackupCommandName,
  backupCommandNames,
  type Command,
  CommandError,
  commandNames,
} from './commands/command.ts'
import { forwardCommand } from './commands/forward-command.ts'
import { readCommand, usage } from './commands/read-command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DataDir, DataDirInUse, explainedByDisk, StartError } from './lib/files/data-dir.ts'
import { readTls } from './lib/outside/tls-files.ts'

// The portal itself is two thousand modules: they are loaded once a setting, the folder or the command line cannot end the
// start any more, and not for a command that the running portal is told.

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
  try {
    await runNamed(name, args, config)
  } catch (error) {
    throw isForPeople(error) ? error : explainedByDisk(config.dataDir, error)
  }
}

async function runNamed(name: string, args: string[], config: Config): Promise<void> {
  if (name === 'serve') return await serveCommand(config)
  if (name === 'migrate') return await (await import('./commands/migrate.ts')).migrateCommand(config)
  if (name === 'doctor') return await (await import('./commands/doctor.ts')).doctor(config, terminalOutput())
  if (name === 'check-cluster')
    return await (await import('./commands/check-cluster.ts')).checkCluster(config, terminalOutput())
  const ofBackups = backupCommandNames.find((one) => one === name)
  if (ofBackups !== undefined) return await runOfBackups(config, readCommand(ofBackups, args))
  const known = commandNames.find((one) => one === name)
  if (known === undefined) throw new CommandError(usage)
  await runOrForward(config, readCommand(known, args))
}

async function runOfBackups(config: Config, command: Command<BackupCommandName>): Promise<void> {
  const { listBackups, restore, verifyBackup } = await import('./commands/restore.ts')
  const run = { 'list-backups': listBackups, 'verify-backup': verifyBackup, restore }[command.name]
  await run(config, command, terminalOutput())
}

async function serveCommand(config: Config): Promise<void> {
  // Before anything is opened or made: a wrong file ends the start.
  const tls = config.tls && readTls(config.tls)
  const dataDir = DataDir.open(config.dataDir)
  const { serve } = await import('./commands/serve.ts')
  await serve(config, { dataDir, tls })
}

/** Runs a command in the portal that is running on this data folder, or in this process when there is none. */
async function runOrForward(config: Config, command: Command): Promise<void> {
  const output = terminalOutput()
  if (await forwardCommand(config.dataDir, command, output)) return
  const { runHere } = await import('./commands/run-here.ts')
  await runHere(config, command, output)
}

function terminalOutput() {
  const isTerminal = process.stdout.isTTY
  let hasProgress = false
  return {
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
}

/** Whether an error is one sentence for whoever started this. */
function isForPeople(error: unknown): error is Error {
  return error instanceof ConfigError || error instanceof CommandError || error instanceof StartError
}

/** Prints one sentence for what the user can fix, and the whole error for a bug. Returns the exit code. */
function explain(error: unknown): number {
  if (isForPeople(error)) {
    console.error(error.message)
    if (env['LOG_LEVEL'] === 'debug') console.error(error)
    return error instanceof DataDirInUse ? 3 : 2
  }
  console.error(error)
  return 1
}
