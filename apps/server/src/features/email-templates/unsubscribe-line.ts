/** HTML with a line that ends the mails, unless it has the link already; as it is where there is no link. */
export function withUnsubscribeLink(html: string, link: string): string {
  if (link === '' || html.includes(link) || html.trim() === '') return html
  const line = `<p style="font-size:12px"><a href="${link}">Unsubscribe</a></p>`
  const end = html.search(/<\/body\s*>/i)
  return end < 0 ? html + line : html.slice(0, end) + line + html.slice(end)
}

/** The same of plain text. */
export function withUnsubscribeLine(text: string, link: string): string {
  return link === '' || text.includes(link) ? text : `${text.trimEnd()}\n\nUnsubscribe: ${link}\n`
}
