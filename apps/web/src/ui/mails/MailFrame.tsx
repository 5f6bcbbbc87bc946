import { styleNonce } from '#web/lib/style-nonce.ts'
import { Text } from '#web/ui/layout.tsx'
import classes from '#web/ui/mails/MailFrame.module.css'

interface MailFrameProps {
  html: string
  height: string
}

/** The HTML of a mail as a mail program shows it: no scripts, no forms, an origin of its own; its links open elsewhere. */
export function MailFrame({ html, height }: MailFrameProps) {
  return (
    <iframe
      className={classes.frame}
      style={{ height }}
      title="The email"
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={framed(html)}
    />
  )
}

/** The plain text of a mail. */
export function MailText({ text, maxHeight }: { text: string; maxHeight?: string }) {
  return (
    <Text as="pre" className={classes.text} maxHeight={maxHeight}>
      {text}
    </Text>
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
