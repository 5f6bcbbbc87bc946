import { styleNonce } from '#web/lib/style-nonce.ts'

interface MailFrameProps {
  html: string
  className: string | undefined
}

/** The HTML of a mail as a mail program shows it: no scripts, no forms, an origin of its own; its links open elsewhere. */
export function MailFrame({ html, className }: MailFrameProps) {
  return (
    <iframe
      className={className}
      title="The email"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={framed(html)}
    />
  )
}

const base = '<base target="_blank">'

/** The frame has the policy of the page, by which styles need its nonce. */
function framed(html: string): string {
  const styled = html.replaceAll(/<style(?=[\s>])/gi, `<style nonce="${styleNonce ?? ''}"`)
  // Before the doctype it would put that out of force.
  const [head] = /<head(?:\s[^>]*)?>/i.exec(styled) ?? /^\s*<!doctype[^>]*>/i.exec(styled) ?? ['']
  return head === '' ? base + styled : styled.replace(head, () => head + base)
}
