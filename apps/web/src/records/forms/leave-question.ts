import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'

/** Asks before unsaved changes are left behind; says what becomes of them. */
export function useLeaveQuestion(isToAsk: () => boolean, content = 'Your changes will be lost.'): void {
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
      content,
      okText: 'Leave',
      cancelText: 'Stay',
      onOk: () => blocker.proceed(),
      onCancel: () => blocker.reset(),
      afterClose: () => {
        isAsked.current = false
      },
    })
  }, [blocker, modal, content])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isToAsk()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  })
}
