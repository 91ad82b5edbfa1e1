### Слова сайта по-русски. Результаты и опубликованная фраза — в report/lang.rs.

site-name = Перекличка MCP-серверов
site-description = Что сделали удалённые MCP-серверы, когда к ним обратились, с доказательствами.
skip-to-content = Перейти к содержанию
nav-label = Страницы
nav-start = Начало
nav-servers = Все серверы
nav-categories = Категории
nav-reasons = Результаты и причины
nav-changes = Что изменилось
nav-checked = Как проверяется этот каталог
languages-label = Языки
footer-snapshot = Снимок на { $when }: каждый сервер опрошен в один момент и сейчас может вести себя иначе.
footer-correction = Попросить об исправлении или удалении
