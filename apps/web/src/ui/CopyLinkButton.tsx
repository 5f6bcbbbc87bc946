import { LinkOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'
import { type SearchParts, withParts } from '#web/lib/url-state.ts'

interface CopyLinkButtonProps {
  /** What others are to see as well, and the address does not say: the user's own choices. */
  also?: () => SearchParts
}

/** Copies the address of the page, which includes every filter. */
export function CopyLinkButton({ also }: CopyLinkButtonProps) {
  const { message } = App.useApp()
  async function copy() {
    try {
      const search = withParts(new URLSearchParams(location.search), also?.() ?? {})
      await navigator.clipboard.writeText(location.origin + location.pathname + search)
      message.success('The link is copied. Whoever opens it sees the rows they may see.')
    } catch {
      message.error('The browser did not allow copying; the address bar holds the link.')
    }
  }
  return (
    <Button icon={<LinkOutlined aria-hidden />} onClick={() => void copy()}>
      Copy link
    </Button>
  )
}
