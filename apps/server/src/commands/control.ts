import { rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { type Command, type CommandContext, CommandError, commandNames } from './command.ts'
import { runCommand } from './commands.ts'

// The path of a socket has at most 107 bytes on Linux, and 103 elsewhere.
const longestPath = 103

const Message = z.union([
  z.object({ progress: z.string() }),
  z.object({ line: z.string() }),
  z.object({ error: z.string() }),
  z.object({ done: z.literal(true) }),
])

const CommandRequest = z.object({ name: z.enum(commandNames), args: z.record(z.string(), z.string()) })

function socketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/**
 * Accepts commands for the data that only the running portal may open, over a socket in the data folder, which only its
 * owner may enter.
 */
export async function openControl(dataDir: string, runtime: Runtime): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > longestPath || process.platform === 'win32') return { close: async () => {} }
  rmSync(path, { force: true })
  const server = createServer((incoming, outgoing) => {
    void handle(incoming, outgoing, runtime)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  return {
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse, runtime: Runtime): Promise<void> {
  const send = (message: z.infer<typeof Message>) => {
    outgoing.write(`${JSON.stringify(message)}\n`)
  }
  const stopped = new AbortController()
  outgoing.once('close', () => stopped.abort())
  try {
    const command = CommandRequest.parse(JSON.parse(await textOf(incoming)))
    await runCommand(command, {
      runtime,
      signal: stopped.signal,
      print: (line) => send({ line }),
      progress: (progress) => send({ progress }),
    })
    send({ done: true })
  } catch (error) {
    if (!(error instanceof CommandError)) runtime.log.error({ err: error }, 'a command failed')
    send({
      error: error instanceof CommandError ? error.message : 'The portal failed to do this; see its log.',
    })
  }
  outgoing.end()
}

/** Has the running portal run a command; false when no portal runs on this data folder. */
export async function forwardCommand(
  dataDir: string,
  command: Command,
  { print, progress }: Pick<CommandContext, 'print' | 'progress'>,
): Promise<boolean> {
  const incoming = await new Promise<IncomingMessage | undefined>((resolve) => {
    const outgoing = request({ socketPath: socketPath(dataDir), method: 'POST' }, resolve)
    outgoing.once('error', () => resolve(undefined))
    outgoing.end(JSON.stringify(command))
  })
  if (incoming === undefined) return false
  let isDone = false
  for await (const line of linesOf(incoming)) {
    const message = Message.parse(JSON.parse(line))
    if ('progress' in message) progress(message.progress)
    else if ('line' in message) print(message.line)
    else if ('error' in message) throw new CommandError(message.error)
    else isDone = true
  }
  if (!isDone)
    throw new CommandError(
      'The portal stopped before this was finished. Run it again: nothing is done twice.',
    )
  return true
}

async function* linesOf(incoming: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  incoming.setEncoding('utf8')
  for await (const chunk of incoming) {
    const lines = (rest + String(chunk)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = ''
  incoming.setEncoding('utf8')
  for await (const chunk of incoming) text += String(chunk)
  return text
}
