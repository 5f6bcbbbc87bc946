import { type ChildProcess, spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { limited, OutsideError } from '../../../lib/outside/outside-request.ts'
import { SpeechError } from './speech-error.ts'

interface Running {
  language: string | null
  stop: AbortSignal
  maxBytes: number
}

const detailLetters = 500

/**
 * Runs the operator's program with the path of a WAV file as its last argument, and returns what it writes. It and all
 * that it has started are killed when it has ended, takes too long or writes too much.
 *
 * @throws SpeechError
 */
export async function runCommand(
  command: readonly string[],
  path: string,
  { language, stop, maxBytes }: Running,
): Promise<string> {
  const [program = '', ...given] = command
  const child = spawn(program, [...given, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It is told nothing of the portal's settings, such as passwords of databases.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8', SPEECH_LANGUAGE: language ?? '' },
    // A group of its own, so that what it starts ends with it.
    detached: true,
  })
  const kill = () => {
    // Once it has ended, its number may be another's.
    if (child.exitCode === null && child.signalCode === null) killGroup(child)
  }
  stop.addEventListener('abort', kill, { once: true })
  try {
    if (stop.aborted) kill()
    yieldToUsers(child)
    const [code, answer, detail] = await Promise.all([
      ended(child),
      text(limited(child.stdout, maxBytes)).catch((error: unknown) => {
        kill()
        return error
      }),
      endOf(child.stderr),
    ])
    if (stop.aborted) throw new SpeechError('The command took too long.', { isPassing: true, detail })
    if (answer instanceof OutsideError) throw new SpeechError(`What the command wrote: ${answer.message}`)
    if (code !== 0 || typeof answer !== 'string')
      throw new SpeechError(`The command ended with ${code ?? 'a signal'}.`, { isPassing: true, detail })
    return answer
  } finally {
    stop.removeEventListener('abort', kill)
  }
}

async function ended(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve, reject) => {
    child.on('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new SpeechError(`The command cannot be run: ${cause.code ?? cause.message}.`, {
          isPassing: true,
          cause,
        }),
      ),
    )
    // What it has started may hold its output open, for which nobody waits.
    child.on('exit', () => killGroup(child))
    child.on('close', (code) => resolve(code))
  })
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}

/** Whoever uses the portal meanwhile goes first. */
function yieldToUsers({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
  } catch {
    // It has ended already.
  }
}

/** The last words of a stream, which is read to its end. */
async function endOf(stream: Readable): Promise<string | undefined> {
  let last = ''
  try {
    for await (const chunk of stream.setEncoding('utf8')) last = (last + String(chunk)).slice(-detailLetters)
  } catch {
    // It never began.
  }
  return last.trim() === '' ? undefined : last.trim()
}
