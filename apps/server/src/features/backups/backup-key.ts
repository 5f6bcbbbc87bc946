import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'

const { subtle } = crypto
const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Shorter ones could be guessed. */
const minKeyBytes = 32
const ivBytes = 12

/** How what is kept in a backup is named and written: compressed, and encrypted where there is a key. */
export interface BackupKey {
  readonly isEncrypting: boolean
  /** The same for the same content, in hex. */
  nameOf(content: Uint8Array): Promise<string>
  seal(content: Uint8Array): Promise<Buffer>
  /** Throws for what was not sealed like this, or has been changed since. */
  open(sealed: Uint8Array): Promise<Buffer>
}

/** Work on the content is done by threads: it may be megabytes, in a portal that people use. */
export const noKey: BackupKey = {
  isEncrypting: false,
  nameOf: async (content) => hex(await subtle.digest('SHA-256', owned(content))),
  seal: async (content) => await compress(content),
  open: async (sealed) => await decompress(sealed),
}

/** AES-256-GCM; names are HMACs, so that nobody without the key can tell whether a backup holds a known file. */
export async function encryptingKey(secret: Uint8Array): Promise<BackupKey> {
  const master = await subtle.importKey('raw', owned(secret), 'HKDF', false, ['deriveKey'])
  const derivation = (info: string) => ({
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: Buffer.from(`callboard backups: ${info}`),
  })
  const naming = await subtle.deriveKey(
    derivation('names'),
    master,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  )
  const sealing = await subtle.deriveKey(
    derivation('contents'),
    master,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  return {
    isEncrypting: true,
    nameOf: async (content) => hex(await subtle.sign('HMAC', naming, owned(content))),
    async seal(content) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const sealed = await subtle.encrypt({ name: 'AES-GCM', iv }, sealing, owned(await compress(content)))
      return Buffer.concat([iv, Buffer.from(sealed)])
    },
    async open(sealed) {
      const [iv, rest] = [sealed.subarray(0, ivBytes), sealed.subarray(ivBytes)]
      const opened = await subtle.decrypt({ name: 'AES-GCM', iv: owned(iv) }, sealing, owned(rest))
      return await decompress(Buffer.from(opened))
    },
  }
}

/** The key in a file; without a file nothing is encrypted. Throws for one that is too short to be one. */
export async function readBackupKey(path: string | undefined): Promise<BackupKey> {
  if (path === undefined) return noKey
  const secret = readFileSync(path)
  if (secret.length < minKeyBytes) throw new RangeError(`has less than ${minKeyBytes} bytes`)
  return await encryptingKey(secret)
}

function hex(bytes: ArrayBuffer): string {
  return Buffer.from(bytes).toString('hex')
}

/** As Web Crypto's types want it: bytes that no other thread shares. */
function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer
    ? new Uint8Array(buffer, bytes.byteOffset, bytes.byteLength)
    : Uint8Array.from(bytes)
}
