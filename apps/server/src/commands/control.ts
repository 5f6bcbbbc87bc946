import { rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { z } from 'zod'
import type { Runtime } from '../runtime.ts'
import { CommandFault, type Command, commandNames } from './command.ts'
import { runCommand } from './commands.ts'

// A path of a socket is at most 107 bytes on Linux and 103 elsewhere.
const longestPath = 103

const Message = z.union([
  z.object({ progress: z.string() }),
  z.object({ line: z.string() }),
  z.object({ fault: z.string() }),
  z.object({ done: z.literal(true) }),
])

const Asked = z.object({ name: z.enum(commandNames), args: z.record(z.string(), z.string()) })

function socketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

/**
 * Lets commands that need the data work through the running portal, which holds it alone: a socket in the data
 * folder, which nobody but its owner may enter.
 */
export async function openControl(dataDir: string, runtime: Runtime): Promise<{ close(): Promise<void> }> {
  const path = socketPath(dataDir)
  if (Buffer.byteLength(path) > longestPath || process.platform === 'win32') return { close: async () => {} }
  rmSync(path, { force: true })
  const server = createServer((incoming, outgoing) => {
    void answer(incoming, outgoing, runtime)
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

async function answer(incoming: IncomingMessage, outgoing: ServerResponse, runtime: Runtime): Promise<void> {
  const say = (message: z.infer<typeof Message>) => {
    outgoing.write(`${JSON.stringify(message)}\n`)
  }
  const stopped = new AbortController()
  outgoing.once('close', () => stopped.abort())
  try {
    const asked = Asked.parse(JSON.parse(await textOf(incoming)))
    await runCommand(asked, {
      runtime,
      signal: stopped.signal,
      print: (line) => say({ line }),
      progress: (progress) => say({ progress }),
    })
    say({ done: true })
  } catch (error) {
    if (!(error instanceof CommandFault)) runtime.log.error({ err: error }, 'a command failed')
    say({
      fault:
        error instanceof CommandFault ? error.message : 'The portal could not do this; its log says why.',
    })
  }
  outgoing.end()
}

/** Has the running portal do a command; false when none listens in this folder. */
export async function askRunningPortal(
  dataDir: string,
  command: Command,
  tell: { print: (line: string) => void; progress: (line: string) => void },
): Promise<boolean> {
  const incoming = await new Promise<IncomingMessage | undefined>((resolve) => {
    const asking = request({ socketPath: socketPath(dataDir), method: 'POST' }, resolve)
    asking.once('error', () => resolve(undefined))
    asking.end(JSON.stringify(command))
  })
  if (incoming === undefined) return false
  let isDone = false
  for await (const line of linesOf(incoming)) {
    const message = Message.parse(JSON.parse(line))
    if ('progress' in message) tell.progress(message.progress)
    else if ('line' in message) tell.print(message.line)
    else if ('fault' in message) throw new CommandFault(message.fault)
    else isDone = true
  }
  if (!isDone)
    throw new CommandFault('The portal stopped before this was done. Do it again: nothing is done twice.')
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
