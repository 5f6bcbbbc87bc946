import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { BoundedQueue } from '../../lib/bounded-queue.ts'

interface Cost {
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
}

// OWASP's minimum for argon2id.
const minCost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagBytes = 32

const derive = promisify(argon2)

/** PHC string: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string, cost = minCost): Promise<string> {
  const salt = randomBytes(16)
  const tag = await limited({
    ...cost,
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: tagBytes,
  })
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`
}

/** Takes as long for a user without a password (null) as for one who has one. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const stored = parseHash(hash) ?? (await decoy())
  const tag = await limited({
    message: password.normalize('NFKC'),
    nonce: stored.salt,
    memory: stored.memory,
    passes: stored.passes,
    parallelism: stored.parallelism,
    tagLength: stored.tag.length,
  })
  return timingSafeEqual(tag, stored.tag) && hash !== null
}

interface StoredHash extends Cost {
  salt: Buffer
  tag: Buffer
}

function parseHash(hash: string | null): StoredHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '')
  if (match === null) return undefined
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

let decoyHash: StoredHash | undefined
async function decoy(): Promise<StoredHash> {
  decoyHash ??= parseHash(await hashPassword(randomBytes(16).toString('hex')))
  if (decoyHash === undefined) throw new Error('a new hash cannot be parsed')
  return decoyHash
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

// Hashing keeps a core and a libuv thread busy for some 20 ms. So that many sign-ins at once slow nobody else down, there
// are no more at a time than cores, and no longer a queue than is answered within seconds.
const queue = new BoundedQueue({ concurrency: availableParallelism(), waiting: 200 })

async function limited(parameters: Argon2Parameters): Promise<Buffer> {
  return await queue.run(async () => await derive('argon2id', parameters))
}
