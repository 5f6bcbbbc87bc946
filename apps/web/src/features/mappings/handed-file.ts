let handed: { sourceId: string; file: File } | undefined

/**
 * Hands a file to the page of a source's mapping, which is opened next. It is in memory alone, as a file need not outlast the
 * page: after a reload the mapping asks for a sample again.
 */
export function handFile(sourceId: string, file: File): void {
  handed = { sourceId, file }
}

/** The file that was handed to the mapping of this source, once. */
export function takeHandedFile(sourceId: string): File | undefined {
  if (handed?.sourceId !== sourceId) return undefined
  const { file } = handed
  handed = undefined
  return file
}
