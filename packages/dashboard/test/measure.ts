import { fillAccount } from "./harness/DemoData.ts"
import { complete, openDashboard, settle } from "./harness/Harness.ts"
import { screensOf } from "./harness/Screens.ts"

/**
 * Measures the dashboard in a real Chromium against the real server, and prints one line of JSON for each screen:
 * `interactiveMillis`, from the start of a load with an empty cache until the screen shows its data; `reactionMillis`, the
 * longest time from a key or press on the loaded screen to the next frame, by the Event Timing API, and `slowest`, the event
 * that took it. Names select some screens.
 */
const ROUNDS = 5
/** Shorter events are not reported. */
const LEAST_MILLIS = 16

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Runs in every page, once it shows its data: what the page does before is part of the load. */
const observeEvents = (least: number) => {
  const longest = { duration: least, event: "none" }
  Reflect.set(globalThis, "longestEvent", longest)
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { interactionId, target, processingStart, processingEnd } = Object(entry)
      // Others are no key or press: the browser reports where the mouse is, also when the page moves below it.
      if (interactionId === 0 || entry.duration <= longest.duration) continue
      const text = target?.textContent?.trim().slice(0, 20) ?? ""
      const handlers = Math.round(processingEnd - processingStart)
      longest.duration = entry.duration
      longest.event = `${entry.name} on ${target?.nodeName ?? "nothing"} ${text}: ${handlers} ms in its handlers`
    }
  })
  observer.observe(Object({ type: "event", durationThreshold: least }))
}

const only = process.argv.slice(2)

const dashboard = await openDashboard()
try {
  const data = await fillAccount(dashboard)
  for (const screen of screensOf(data).filter(({ name }) => only.length === 0 || only.includes(name))) {
    const loads: Array<number> = []
    for (let round = 0; round < ROUNDS; round++) {
      const { page } = await dashboard.browser.open("about:blank")
      const session = await page.context().newCDPSession(page)
      await session.send("Network.setCacheDisabled", { cacheDisabled: true })
      await page.goto(`${dashboard.server.url}/dashboard${screen.path}`, { waitUntil: "commit" })
      await settle(page)
      loads.push(await page.evaluate(() => performance.now()))
      await page.close()
    }
    const { page } = await dashboard.browser.open("about:blank")
    await page.goto(`${dashboard.server.url}/dashboard${screen.path}`)
    await settle(page)
    await page.evaluate(observeEvents, LEAST_MILLIS)
    await complete(page, screen)
    for (const key of ["Tab", "Tab", "Tab"]) await page.keyboard.press(key)
    // In a field, which a screen may focus by itself, the keys of shortcuts are typed.
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    for (const key of ["j", "j", "k", "?"]) await page.keyboard.press(key)
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    if ((await page.locator("main input[type=search]").count()) > 0) {
      await page.keyboard.press("/")
      await page.keyboard.type("MSKU", { delay: 30 })
      await settle(page)
      // An open list hides the rest of the page from assistive technology.
      await page.keyboard.press("Escape")
    }
    for (const place of await page.locator(".map-place").all()) {
      // The map itself is loaded when it comes into sight.
      await place.scrollIntoViewIfNeeded()
      const map = page.locator(".map-canvas").first()
      await map.waitFor()
      await settle(page)
      const box = await map.boundingBox()
      if (box === null) continue
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (let step = 1; step <= 10; step++) await page.mouse.move(x + step * 12, y + step * 4)
      await page.mouse.up()
      for (const key of ["+", "+", "ArrowLeft", "0"]) await page.locator(".map-frame").first().press(key)
    }
    await page.getByRole("link", { name: "Endpoints" }).first().click()
    await settle(page)
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)))
    const { duration: reactionMillis, event: slowest } = await page.evaluate(() =>
      Reflect.get(globalThis, "longestEvent")
    )
    const interactiveMillis = Math.round(median(loads))
    console.log(JSON.stringify({ screen: screen.name, interactiveMillis, reactionMillis, slowest }))
    await page.close()
  }
} finally {
  await dashboard.close()
}
