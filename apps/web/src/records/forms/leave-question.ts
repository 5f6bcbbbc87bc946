import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

const keptContent = 'Your changes are kept in this browser: they are here again when you come back.'

/**
 * Asks before unsaved changes are left behind; says what becomes of them. Where they are kept, they are there again on the
 * next visit, and closing the page needs no question.
 */
export function useLeaveQuestion(isToAsk: () => boolean, isKept: () => boolean = () => false): void {
  const { modal } = App.useApp()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isToAsk(),
  )
  const isAsked = useRef(false)
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsked.current) return
    isAsked.current = true
    modal.confirm({
      title: 'Leave without saving?',
      content: isKept() ? keptContent : 'Your changes will be lost.',
      okText: 'Leave',
      cancelText: 'Stay',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      afterClose: () => {
        isAsked.current = false
      },
    })
  }, [blocker, modal, isKept])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (!isKept() && isToAsk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  })
}
