FROM python:3.11-slim-bookworm
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client \
 && rm -rf /var/lib/apt/lists/* && useradd --system --home /data sidekick \
 && install -d -o sidekick -g sidekick -m 700 /data
WORKDIR /srv/sidekick
COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock
COPY . .
USER sidekick
ENV SIDEKICK_VAR=/data SIDEKICK_HTTPS=1 SIDEKICK_PROXIES=1
VOLUME /data
EXPOSE 8000
CMD ["python", "manage.py", "play", "--host", "0.0.0.0", "--port", "8000"]
