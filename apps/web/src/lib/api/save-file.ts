/** Hands a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // By then the browser has read the file; in some browsers, revoking it at once would be too early.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
