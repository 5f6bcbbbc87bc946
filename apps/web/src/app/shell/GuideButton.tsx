import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useBarKey } from '#web/app/shell/bar-key.ts'
import classes from '#web/app/shell/TopBar.module.css'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useMediaQuery } from '#web/lib/media-query.ts'
import { useMessage } from '#web/ui/message.tsx'

const loadDrawer = () => import('#web/app/shell/GuideDrawer.tsx')
const GuideDrawer = lazyExport(loadDrawer, 'GuideDrawer')

/** Opens the guide at what it says of the page. */
export function GuideButton() {
  const message = useMessage()
  const { key } = useLocation()
  const fitsBeside = useMediaQuery('(width >= 992px)')
  const button = useRef<HTMLButtonElement>(null)
  const [openedOn, setOpenedOn] = useState<string>()
  const [isLoaded, setIsLoaded] = useState(false)
  // Where it covers the page, whoever follows a link wants to see where it leads.
  const isOpen = openedOn !== undefined && (fitsBeside || openedOn === key)

  async function open() {
    try {
      await loadDrawer()
      setIsLoaded(true)
      setOpenedOn(key)
    } catch {
      message.error('The guide could not be loaded. Try again, or reload the page.')
    }
  }

  function close() {
    setOpenedOn(undefined)
    button.current?.focus()
  }

  const toggle = () => (isOpen ? close() : void open())
  useBarKey('?', toggle)
  return (
    <>
      <Button
        ref={button}
        type="text"
        className={classes.toggle}
        icon={<QuestionCircleOutlined />}
        title="Guide ( ? )"
        aria-label="Guide"
        aria-keyshortcuts="?"
        aria-expanded={isOpen}
        onClick={toggle}
      />
      {isLoaded && (
        <Suspense>
          <GuideDrawer isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
