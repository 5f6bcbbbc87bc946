/** An error of the system below: a disk that is full or gone, a file that cannot be read. */
export interface SystemError extends Error {
  code: string
  syscall: string
}

/** Whether there is no file or folder of the name. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

export function isSystemError(error: unknown): error is SystemError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    'syscall' in error &&
    typeof error.syscall === 'string'
  )
}
