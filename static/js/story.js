// The story of an evening: boards of its turning points where they are told, and the native share sheet.
(() => {
  const part = async (address, selector) => {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return document.importNode(page.querySelector(selector), true);
  };
  for (const then of document.querySelectorAll("details[data-board]")) {
    then.addEventListener("toggle", async () => {
      then.querySelector(".scene")?.remove();
      if (!then.open) return;
      for (const other of document.querySelectorAll("details[data-board][open]")) other.open = other === then;
      try {
        const scene = await part(then.dataset.board, "#moment .scene");
        if (then.open) then.append(scene);
      } catch { /* the link to the replay stays */ }
    });
  }

  // Reckoned when somebody comes to read it: it takes seconds of a long log.
  const luck = document.getElementById("luck");
  const seen = luck && new IntersectionObserver(async ([entry]) => {
    if (!entry.isIntersecting) return;
    seen.disconnect();
    try { luck.parentElement.before(await part(luck.href, "#luck-said")); } catch { /* the link stays */ }
  });
  seen?.observe(luck);

  // Played on in a job: asked for until it is done, while someone reads the story.
  const turning = document.querySelector("[data-turning]");
  const turned = async () => {
    if (document.hidden) return void setTimeout(turned, 2000);
    const answer = await fetch(turning.dataset.turning).catch(() => null);
    if (answer?.status === 202) setTimeout(turned, 700);
    if (answer?.status === 200) turning.outerHTML = await answer.text();
  };
  if (turning) turned();

  const share = document.getElementById("share-it");
  if (!share) return;
  const about = { title: document.title, text: share.dataset.text, url: share.dataset.url };
  const files = async () => {
    const answer = await fetch(share.dataset.picture);
    const picture = new File([await answer.blob()], "sidekick.png", { type: "image/png" });
    return answer.ok ? [picture] : [];
  };
  const copied = async () => {
    await navigator.clipboard.writeText(`${about.text} ${about.url}`);
    share.textContent = share.dataset.copied;
  };
  share.hidden = !(navigator.share || navigator.clipboard);
  // Fetched before the tap: a share sheet opens only while the tap is fresh.
  const waiting = navigator.canShare ? files().catch(() => []) : Promise.resolve([]);
  share.addEventListener("click", async () => {
    try {
      const sent = { ...about, files: await waiting };
      if (navigator.canShare?.(sent) && sent.files.length) await navigator.share(sent);
      else if (navigator.share) await navigator.share(about);
      else await copied();
    } catch (error) {
      if (error.name !== "AbortError" && navigator.clipboard) await copied();
    }
  });
})();
