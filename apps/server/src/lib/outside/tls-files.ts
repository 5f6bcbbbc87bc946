import { X509Certificate, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StartError } from '../files/data-dir.ts'

export interface TlsFiles {
  certPath: string
  keyPath: string
}

/** Reads a certificate and its key, as PEM. Throws a `StartError` when one of them is of no use, or both do not match. */
export function readTls({ certPath, keyPath }: TlsFiles): { cert: Buffer; key: Buffer } {
  const cert = readSetting('TLS_CERT', certPath)
  const key = readSetting('TLS_KEY', keyPath)
  const certificate = parseSetting(
    `TLS_CERT ${certPath} holds no certificate.`,
    () => new X509Certificate(cert),
  )
  const privateKey = parseSetting(`TLS_KEY ${keyPath} holds no private key without a password.`, () =>
    createPrivateKey(key),
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw new StartError(`TLS_KEY ${keyPath} is not the key of TLS_CERT ${certPath}.`)
  return { cert, key }
}

function readSetting(setting: string, path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new StartError(`${setting} ${path} cannot be read.`, { cause })
  }
}

function parseSetting<T>(sentence: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new StartError(sentence, { cause })
  }
}
