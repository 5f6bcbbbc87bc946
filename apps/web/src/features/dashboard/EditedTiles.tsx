import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { type DashboardTile, dashboardTiles } from '@callboard/contract/dashboard'
import { Button } from 'antd'
import classes from '#web/features/dashboard/EditedTiles.module.css'
import { tileLabel } from '#web/features/dashboard/tiles.ts'
import { moved } from '#web/ui/moved.ts'
import { SortableList } from '#web/ui/SortableList.tsx'

interface EditedTilesProps {
  tiles: readonly DashboardTile[]
  onChange: (tiles: readonly DashboardTile[]) => void
}

/** The tiles that are shown, in their order, and those that could be. */
export function EditedTiles({ tiles, onChange }: EditedTilesProps) {
  const others = dashboardTiles.filter((name) => !tiles.includes(name))
  return (
    <div className={classes.tiles}>
      <SortableList
        label="Tiles"
        items={tiles}
        keyOf={(name) => name}
        nameOf={tileLabel}
        onMove={(from, to) => onChange(moved(tiles, from, to))}
        renderItem={(name) => (
          <div className={classes.tile}>
            {tileLabel(name)}
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={`Remove ${tileLabel(name)}`}
              title="Remove"
              onClick={() => onChange(tiles.filter((other) => other !== name))}
            />
          </div>
        )}
      />
      {others.length > 0 && (
        <div className={classes.others}>
          {others.map((name) => (
            <Button
              key={name}
              size="small"
              icon={<PlusOutlined aria-hidden />}
              aria-label={`Add ${tileLabel(name)}`}
              onClick={() => onChange([...tiles, name])}
            >
              {tileLabel(name)}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}
