/** Hands a file to the browser to save. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file over by then; at once would be too early in some.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
