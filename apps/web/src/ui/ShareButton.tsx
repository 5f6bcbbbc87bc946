import { LinkOutlined } from '@ant-design/icons'
import { App, Button } from 'antd'

/** Copies the address of the page, which includes every filter. */
export function ShareButton() {
  const { message } = App.useApp()
  async function copy() {
    try {
      await navigator.clipboard.writeText(location.href)
      message.success('The link is copied. Whoever opens it sees the rows they may see.')
    } catch {
      message.error('The browser did not allow copying; the address bar holds the link.')
    }
  }
  return (
    <Button icon={<LinkOutlined aria-hidden />} onClick={() => void copy()}>
      Share
    </Button>
  )
}
